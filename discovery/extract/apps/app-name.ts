import { APP_NAMES } from '#discovery/extract/apps/app-tables.ts'

const LOWER_WORDS = new Set(['and', 'or', 'for', 'of', 'by', 'to', 'in', 'the'])
const UPPER_WORDS = new Set(['ai', 'seo', 'sms', 'gdpr', 'b2b', 'pdf', 'api', 'ugc', 'pos', 'faq', 'ab'])

/** `powerful-form-builder` → "Powerful Form Builder". */
export function appNameOf(handle: string): string {
  const known = APP_NAMES[handle]
  if (known) return known
  const words = handle.split(/[-_]+/).filter((word) => word !== '')
  return words
    .map((word, at) => {
      if (UPPER_WORDS.has(word)) return word.toUpperCase()
      return at > 0 && LOWER_WORDS.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)
    })
    .join(' ')
}
