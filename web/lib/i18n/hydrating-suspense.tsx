import { type ReactNode, Suspense, type SuspenseProps, useMemo } from 'react'
import { I18nextProvider } from 'react-i18next'
import { useServices } from '#web/lib/app/services.ts'
import { useBrowserValue } from '#web/lib/create-store.ts'
import { createI18n, languageOf } from './load-texts.ts'

/**
 * Such a part hydrates after the rest of the page, perhaps after a change of language: then in the
 * language of its HTML, as React requires, and switches at once.
 */
export function HydratingSuspense({ fallback, children }: SuspenseProps) {
  return (
    <Suspense fallback={fallback}>
      <InLanguageOfHtml>{children}</InLanguageOfHtml>
    </Suspense>
  )
}

function InLanguageOfHtml({ children }: { children: ReactNode }) {
  const { i18n, htmlLanguage } = useServices()
  // After hydration the parts themselves follow the language.
  const language = useBrowserValue(
    () => languageOf(i18n),
    () => htmlLanguage,
  )
  const isCurrent = language === languageOf(i18n)
  const instance = useMemo(
    () =>
      isCurrent
        ? i18n
        : createI18n(language, { [language]: i18n.getDataByLanguage(language) ?? {} }),
    [isCurrent, i18n, language],
  )
  return <I18nextProvider i18n={instance}>{children}</I18nextProvider>
}
