const defaultHosts = ["registry.terraform.io", "registry.opentofu.org"];

/**
 * All full addresses that a short source address can mean. Terraform and OpenTofu put different hosts before
 * `acme/notes`, and a configuration may name either.
 */
export function fullAddresses(address: string): string[] {
  const parts = address.split("/");
  const [host = "", ...rest] = parts.length === 3 ? parts : ["", ...parts];
  const hosts = host === "" || defaultHosts.includes(host) ? defaultHosts : [host];
  return hosts.map((host) => [host, ...rest].join("/"));
}

/** The last part: the prefix of resource types. */
export function typeName(address: string): string {
  return address.slice(address.lastIndexOf("/") + 1);
}
