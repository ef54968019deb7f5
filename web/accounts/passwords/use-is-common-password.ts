import { useEffect, useState } from 'react'
import { MAX_PASSWORD_LENGTH } from '#contracts/accounts/credentials.ts'

type Check = (password: string, ownTexts: readonly string[]) => boolean

/**
 * Whether a new password is one of the most common ones, by the same rule as on the server. The
 * browser checks it against a list that loads on the first keystroke. Null until the list has
 * loaded; without it, only the server checks.
 */
export function useIsCommonPassword(password: string, ownTexts: readonly string[]): boolean | null {
  const [check, setCheck] = useState<Check | null>(null)
  const isTyped = password !== ''
  useEffect(() => {
    if (!isTyped || check) return
    let isUnmounted = false
    import('./common-passwords.ts').then(
      ({ isCommon }) => {
        if (!isUnmounted) setCheck(() => isCommon)
      },
      () => undefined,
    )
    return () => {
      isUnmounted = true
    }
  }, [isTyped, check])
  if (!check || !isTyped || password.length > MAX_PASSWORD_LENGTH) return null
  return check(password, ownTexts)
}
