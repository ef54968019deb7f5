/** A mailto link for an untrusted address: nothing in the address can become another field of the mail. */
export function mailtoOf(address: string): string {
  const at = address.lastIndexOf('@')
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`
}
