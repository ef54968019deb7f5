import type { TFunction } from 'i18next'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#i18n/languages.ts'
import { type Formats, useFormats } from '#web/lib/i18n/format.ts'
import { useLanguage } from '#web/lib/i18n/language.ts'

type RowTexts = {
  t: TFunction<'list'>
  common: TFunction<'common'>
  components: TFunction<'components'>
  formats: Formats
  language: Language
}

const RowTextsContext = createContext<RowTexts | null>(null)

/**
 * Translated once above all rows. Otherwise each of twelve cells in a hundred rows would subscribe
 * to the texts.
 */
export function RowTextsProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation('list')
  const { t: common } = useTranslation('common')
  const { t: components } = useTranslation('components')
  const formats = useFormats()
  const language = useLanguage()
  const words = useMemo<RowTexts>(
    () => ({
      t: remembered(t),
      common: remembered(common),
      components: remembered(components),
      formats,
      language,
    }),
    [t, common, components, formats, language],
  )
  return <RowTextsContext value={words}>{children}</RowTextsContext>
}

export function useRowTexts(): RowTexts {
  const words = use(RowTextsContext)
  if (!words) throw new Error('no RowTextsProvider above this cell')
  return words
}

/** The same few texts appear in every row, so texts without parameters are looked up only once. */
function remembered<Words>(t: Words): Words {
  const known = new Map<string, string>()
  const say = (key: string, ...filling: unknown[]) => {
    if (filling.length > 0) return untyped(key, ...filling)
    const text = known.get(key) ?? untyped(key)
    known.set(key, text)
    return text
  }
  // Safe: it takes and returns what `t` does, but the type of `t` cannot be written for a wrapper.
  const untyped = t as unknown as (key: string, ...filling: unknown[]) => string
  return say as unknown as Words
}
