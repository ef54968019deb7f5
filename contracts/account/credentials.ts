/** The five rules of the specification, in display order. */
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

/**
 * Longer passwords are refused: people do not type them, and hashing them takes server time from
 * others.
 */
export const MAX_PASSWORD_LENGTH = 128

export type Strength = 'weak' | 'medium' | 'strong'

/** Fewer than three rules met is weak, three or four medium, all five strong. */
export function strengthOf(password: string): Strength {
  const met = passwordRuleNames.filter((rule) => passwordRules[rule](password)).length
  if (met < 3) return 'weak'
  return met < passwordRuleNames.length ? 'medium' : 'strong'
}

/**
 * The simple pattern of the specification, which every form checks: text, at sign, text, dot, text.
 * The server checks more strictly before it sends mail.
 */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
