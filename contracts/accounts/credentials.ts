import { keysOf } from '#contracts/keys.ts'

/** The five rules of the specification, in display order. */
export const passwordRules = {
  length: (password: string) => password.length >= 8,
  uppercase: (password: string) => /\p{Lu}/u.test(password),
  lowercase: (password: string) => /\p{Ll}/u.test(password),
  digit: (password: string) => /\d/.test(password),
  special: (password: string) => /[!@#$%^&*(),.?":{}|<>]/.test(password),
} as const

export const passwordRuleNames = keysOf(passwordRules)

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
 * The pattern of the specification (text, at sign, text, dot, text) without what a mailer would read
 * as a list, a name or a comment (RFC 5321 without quoted local parts and address literals). Forms
 * and server check the same.
 */
export const isEmail = (text: string): boolean => ADDRESS.test(text)

const ADDRESS =
  /^[^\s@,;:<>()[\]\\"\p{Cc}\p{Cf}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{1,63}$/u
