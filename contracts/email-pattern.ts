/** Text, at sign, text, dot, text: the simple pattern of the specification, which every form checks. The server is stricter before it sends mail. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
