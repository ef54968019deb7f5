import { Category } from '#contracts/facts.ts'
import type { Language } from '#i18n/languages.ts'
import { mailFormats } from '#server/mail/mail-formats.ts'
import { fillPlaces, mailTexts } from '#server/mail/mail-texts.ts'
import { oneLine } from '#server/mail/one-line.ts'
import { sharedWords } from '#server/mail/shared-words.ts'
import type { HitStore } from './hit-stores.ts'

/** A line never begins with the dot. */
const BETWEEN = '\u00a0· '

/** A store in one line of a mail; unknown values are left out. */
export function storeItem(language: Language, store: HitStore): { title: string; detail: string } {
  const { storeWords } = mailTexts(language)
  const shared = sharedWords(language)
  const formats = mailFormats(language)
  const category = Category.safeParse(store.category).data
  const parts = [
    oneLine(store.domain),
    store.launch_day === null
      ? storeWords.notDated
      : fillPlaces(storeWords.launched, {
          day: formats.day(store.launch_day),
          confidence: shared.confidence[store.launch_confidence],
        }),
    store.country === null ? null : formats.country(store.country),
    category === undefined ? null : shared.category[category],
    store.product_count === null
      ? null
      : fillPlaces(storeWords.products, { count: formats.number(store.product_count) }),
  ]
  return { title: oneLine(store.name), detail: parts.filter((part) => part !== null).join(BETWEEN) }
}
