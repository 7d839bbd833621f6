#!/usr/bin/env bash
# Uses an executable as people do, where no other test of ours can run: smoke.sh PROGRAM [ARGUMENT…], the words that start it. Ends with 0
# if the sandbox counted exactly the reissues that were asked for, one of them by a process that was killed on its way.
set -euo pipefail

certorder=("$@")
work=$(mktemp -d)
here=$(cd "$(dirname "$0")/.." && pwd)
trap 'kill "${sandbox:-}" 2>/dev/null || true; rm -rf "$work" 2>/dev/null || true' EXIT
export HOME=$work CERTORDER_JOURNAL=$work/journal

"${certorder[@]}" version --json
"${certorder[@]}" journal init
"${certorder[@]}" csr inspect "$here/examples/site.csr"
"${certorder[@]}" sandbox --port 4010 --json > "$work/sandbox.json" &
sandbox=$!
curl --silent --fail --retry 60 --retry-delay 1 --retry-connrefused http://127.0.0.1:4010/_sandbox/ledger > "$work/ledger"
export CERTORDER_BASE_URL=http://127.0.0.1:4010 CERTORDER_KEY_ID=demo CERTORDER_AUTH_KEY=sandbox-demo-auth-key

reissue=("${certorder[@]}" reissue order-ssl-1 --sign-hash sha256 --csr-file "$here/examples/site.csr" --common-name www.example.com
  --dns-names www.example.com,example.com --yes --idempotency-key)
reissues() {
  curl --silent --fail http://127.0.0.1:4010/_sandbox/ledger | grep --only-matching '"orderId": *"order-ssl-1"' | wc -l
}

# The same wish twice is one reissue.
"${reissue[@]}" first
"${reissue[@]}" first
test "$(reissues)" -eq 1

# Killed while it waits for an answer that never comes: the order is held back until somebody has said what became of it.
curl --silent --fail --data '{"kind":"hang","effect":true}' http://127.0.0.1:4010/_sandbox/faults > "$work/fault"
"${reissue[@]}" second &
second=$!
until test "$(reissues)" -eq 2; do sleep 1; done
kill -9 "$second"
wait "$second" || true
if "${reissue[@]}" third; then exit 1; fi
test "$(reissues)" -eq 2
"${certorder[@]}" status

for core in tofu terraform; do
  command -v "$core" > /dev/null || continue
  "${certorder[@]}" provider install
  mkdir "$work/$core" && cd "$work/$core"
  cat > main.tf <<'HCL'
terraform {
  required_providers {
    certorder = { source = "certorder/certorder" }
  }
}
output "names" {
  value = provider::certorder::parse_csr(file("site.csr")).dns_names
}
HCL
  cp "$here/examples/site.csr" .
  "$core" init -input=false && "$core" plan -input=false && "$core" apply -auto-approve && "$core" destroy -auto-approve
done
echo "It works."
