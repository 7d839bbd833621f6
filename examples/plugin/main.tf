terraform {
  required_providers {
    notes = { source = "example/notes" }
  }
}

variable "text" {
  default = "Milk, bread."
}

provider "notes" {
  folder = "${path.module}/notes"
}

resource "notes_note" "shopping" {
  name = provider::notes::title("Shopping list")
  text = var.text

  reminders = [
    { at = "2030-01-31" },
    { at = "2030-02-28", channel = "phone" },
  ]

  link {
    url = "https://shop.example"
  }
  link {
    url   = "https://bread.example"
    title = "Bread"
  }
}

data "notes_note" "shopping" {
  name       = notes_note.shopping.name
  depends_on = [notes_note.shopping]
}

output "text" {
  value = data.notes_note.shopping.text
}

output "numbers" {
  value = notes_note.shopping.reminders[*].number
}
