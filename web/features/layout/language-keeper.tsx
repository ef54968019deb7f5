import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { detectLanguage } from '#i18n/detect-language.ts'
import { changeLanguage, LANGUAGE_KEY, languageInSearch, saveLanguage } from '#web/lib/change-language.ts'
import { useServices } from '#web/lib/services-context.tsx'

/**
 * Follows the address: on arrival the browser knows more than the server did (local storage), and Back may bring another
 * `lang`. What the address asks for counts as a choice, so that the next page without the parameter keeps it.
 */
export function LanguageKeeper() {
  const services = useServices()
  const { search } = useLocation()
  useEffect(() => {
    const param = languageInSearch(search)
    if (param) saveLanguage(param)
    const language = detectLanguage({
      param,
      saved: localStorage.getItem(LANGUAGE_KEY),
      preferred: navigator.languages,
      pageTag: document.documentElement.lang,
    })
    // Without its texts the page stays as it is, in a language that is complete.
    void changeLanguage(services, language).catch(() => false)
  }, [search, services])
  return null
}
