/** Text, at sign, text, dot, text: the specification's simple pattern. The server decides. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
