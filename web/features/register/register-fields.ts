import { PendingDates } from '#contracts/auth.ts'
import { isEmail } from '#contracts/email-pattern.ts'
import { MAX_PASSWORD_LENGTH, meetsAllRules } from '#contracts/password-rules.ts'

export type RegisterFields = {
  fullName: string
  email: string
  password: string
  confirmPassword: string
  agreeToTerms: boolean
}

export const emptyFields: RegisterFields = {
  fullName: '',
  email: '',
  password: '',
  confirmPassword: '',
  agreeToTerms: false,
}

export type Missing = 'name' | 'email' | 'password' | 'confirm' | 'agree'

/** The first missing field, from top to bottom; null when the form can be submitted. */
export function firstMissing(fields: RegisterFields, isCommon: boolean | null = null): Missing | null {
  if (fields.fullName.trim() === '') return 'name'
  if (!isEmail(fields.email.trim())) return 'email'
  if (!meetsAllRules(fields.password) || fields.password.length > MAX_PASSWORD_LENGTH) return 'password'
  if (isCommon) return 'password'
  if (fields.confirmPassword !== fields.password) return 'confirm'
  return fields.agreeToTerms ? null : 'agree'
}

const fieldsByTheirName: Partial<Record<string, keyof RegisterFields>> = {
  name: 'fullName',
  email: 'email',
  password: 'password',
}

/** Maps the server's field name to the form's field. */
export const fieldOf = (blamed: string | undefined): keyof RegisterFields | null =>
  fieldsByTheirName[blamed ?? ''] ?? null

/** The dates picked before signing up, read from session storage. The stored text is untrusted. */
export function pendingDatesOf(stored: string | null): PendingDates | null {
  try {
    const parsed = PendingDates.safeParse(JSON.parse(stored ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
