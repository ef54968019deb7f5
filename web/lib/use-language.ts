import { use, useCallback, useSyncExternalStore } from 'react'
import { I18nContext } from 'react-i18next'
import type { i18n } from 'i18next'
import type { Language } from '#i18n/languages.ts'
import { languageOf } from '#web/lib/load-texts.ts'

/**
 * Only the active language. Components without texts, such as a figure in each of a hundred rows, avoid the cost of subscribing to texts.
 */
export function useLanguage(): Language {
  const i18n = use(I18nContext)?.i18n
  if (!i18n) throw new Error('no I18nextProvider above this component')
  const subscribe = useCallback((listener: () => void) => followLanguage(i18n, listener), [i18n])
  const current = () => languageOf(i18n)
  return useSyncExternalStore(subscribe, current, current)
}

function followLanguage(instance: i18n, listener: () => void): () => void {
  instance.on('languageChanged', listener)
  return () => instance.off('languageChanged', listener)
}
