/** A link for writing to an address that a stranger published: nothing in it becomes a field of the mail. */
export function mailtoOf(address: string): string {
  const at = address.lastIndexOf('@')
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`
}
