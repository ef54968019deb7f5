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

/** What the form still waits for, from top to bottom; null when it can be sent. */
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

/** The field of ours that the server blames by its own name for it. */
export const fieldOf = (blamed: string | undefined): keyof RegisterFields | null =>
  fieldsByTheirName[blamed ?? ''] ?? null

/** The dates that were picked before there was an account, as session storage has them; anybody may have written there. */
export function pendingDatesOf(stored: string | null): PendingDates | null {
  try {
    const parsed = PendingDates.safeParse(JSON.parse(stored ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
