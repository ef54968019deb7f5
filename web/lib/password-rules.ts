/** The five rules of the specification, in the order in which they are shown. */
export const passwordRules = {
  length: (password: string) => password.length >= 8,
  uppercase: (password: string) => /\p{Lu}/u.test(password),
  lowercase: (password: string) => /\p{Ll}/u.test(password),
  digit: (password: string) => /\d/.test(password),
  special: (password: string) => /[!@#$%^&*(),.?":{}|<>]/.test(password),
} as const

export type PasswordRule = keyof typeof passwordRules

// Safe: the keys of a literal object.
export const passwordRuleNames = Object.keys(passwordRules) as PasswordRule[]

export const meetsAllRules = (password: string): boolean =>
  passwordRuleNames.every((rule) => passwordRules[rule](password))
