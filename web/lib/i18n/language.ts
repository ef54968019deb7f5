import type { i18n } from 'i18next'
import { use, useCallback, useSyncExternalStore } from 'react'
import { I18nContext } from 'react-i18next'
import type { Location } from 'react-router'
import { baseLanguage, FALLBACK_LANGUAGE, isLanguage, type Language } from '#i18n/languages.ts'
import type { Services } from '#web/lib/app/services.ts'
import {
  readCookie,
  writePreferenceCookie,
  writeVisitCookie,
} from '#web/lib/browser/browser-storage.ts'
import { createSignal } from '#web/lib/create-store.ts'
import { languageOf, loadAllTextsIn } from './load-texts.ts'

/**
 * Key of the saved choice in local storage, and name of the cookie that mirrors it for the server.
 */
export const LANGUAGE_KEY = 'language'

function saveLanguage(language: Language): void {
  localStorage.setItem(LANGUAGE_KEY, language)
  writePreferenceCookie(LANGUAGE_KEY, language)
}

type Browser = {
  storage: Pick<Storage, 'getItem'>
  cookies: () => string
  saveForVisit: (language: Language) => void
}

/**
 * A link with `lang` never overwrites the saved choice; without one, its language is kept for this
 * visit.
 */
export function savedLanguage(
  requested: Language | null,
  {
    storage = localStorage,
    // Only when it is needed: a read asks another process of the browser.
    cookies = () => document.cookie,
    saveForVisit = (language) => writeVisitCookie(LANGUAGE_KEY, language),
  }: Partial<Browser> = {},
): string | null {
  const chosen = storage.getItem(LANGUAGE_KEY)
  if (chosen !== null) return chosen
  if (requested) saveForVisit(requested)
  return requested ?? readCookie(cookies(), LANGUAGE_KEY)
}

export function searchInLanguage(search: string, language: Language): string {
  const params = new URLSearchParams(search)
  if (language === FALLBACK_LANGUAGE) params.delete('lang')
  else params.set('lang', language)
  const text = params.toString()
  return text ? `?${text}` : ''
}

/** The history entry keeps its state, such as the token of a mail's link. */
export const inLanguage = (
  { pathname, search, hash, state }: Omit<Location, 'key'>,
  language: Language,
) =>
  [
    { pathname, search: searchInLanguage(search, language), hash },
    { replace: true, state: state as unknown, preventScrollReset: true },
  ] as const

/** The language that an address requests; null when it requests none, or an unsupported one. */
export function languageInSearch(search: string): Language | null {
  const requested = new URLSearchParams(search).get('lang')
  const language = baseLanguage(requested)
  if (requested && !language) warnOfLanguage(requested)
  return language
}

function warnOfLanguage(requested: string): void {
  console.warn('no such language, ignored:', requested) // oxlint-disable-line no-console -- the specification asks for it: section 8, Translations
}

let changing = false

/**
 * Once all texts on the screen are loaded, so that no raw key ever appears. @returns whether it
 * switched. @throws ApiError when the texts fail to load
 */
export async function changeLanguage(
  services: Pick<Services, 'i18n' | 'readTexts'>,
  wanted: string,
): Promise<boolean> {
  if (!isLanguage(wanted)) {
    warnOfLanguage(wanted)
    return false
  }
  if (wanted === languageOf(services.i18n) || changing) return false
  changing = true
  try {
    await loadAllTextsIn(wanted, services)
    await services.i18n.changeLanguage(wanted)
    return true
  } finally {
    changing = false
  }
}

const choices = createSignal<Language>()

/** It becomes the saved choice, and the address follows. @throws ApiError */
export async function chooseLanguage(
  services: Pick<Services, 'i18n' | 'readTexts'>,
  language: Language,
): Promise<void> {
  // The language came with a link; only the choice is new, and nothing changes on the screen.
  if (language === languageOf(services.i18n)) return saveLanguage(language)
  if (!(await changeLanguage(services, language))) return
  saveLanguage(language)
  choices.emit(language)
}

/** After the page has changed to a language that the visitor picked. */
export const onLanguageChosen = choices.on

/**
 * Components without texts, such as a figure in each of a hundred rows, avoid the cost of
 * subscribing to texts.
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

/** Made once for each language: creating formats takes milliseconds. */
export function perLanguage<T>(make: (language: Language) => T): (language: Language) => T {
  const made = new Map<Language, T>()
  return (language) => {
    const known = made.get(language) ?? make(language)
    made.set(language, known)
    return known
  }
}

/** Colon between a name and its value. French puts a no-break space before it. */
export const colonOf = (language: Language): string => (language === 'fr' ? '\u00a0: ' : ': ')
