import { languages } from '#i18n/languages.ts'

const MONTH_MS = 30 * 24 * 60 * 60 * 1000
/** RFC 9116 recommends less than a year, so that copies are refreshed. */
const VALID_MONTHS = 6

export const SECURITY_TXT_PATH = '/.well-known/security.txt'

/** The contact for vulnerability reports: https://www.rfc-editor.org/rfc/rfc9116 */
export function securityTxt(origin: string, contact: string, now: Date): string {
  return [
    `Contact: mailto:${contact}`,
    `Expires: ${new Date(now.getTime() + VALID_MONTHS * MONTH_MS).toISOString()}`,
    `Preferred-Languages: ${languages.join(', ')}`,
    `Canonical: ${origin}${SECURITY_TXT_PATH}`,
    '',
  ].join('\n')
}
