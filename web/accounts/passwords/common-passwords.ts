import { isCommonPassword, readCommonWords } from '#contracts/accounts/common-passwords.ts'
import text from '#contracts/common-passwords.txt?raw'

const words = readCommonWords(text)

/** Includes the word list (15 kB), so import it only when the user types a new password. */
export const isCommon = (password: string, ownTexts: readonly string[]): boolean =>
  isCommonPassword(words, password, ownTexts)
