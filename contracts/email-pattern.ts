/**
 * The simple pattern of the specification, which every form checks: text, at sign, text, dot, text. The server checks more strictly before
 * it sends mail.
 */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
