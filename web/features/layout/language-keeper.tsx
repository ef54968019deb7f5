import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { detectLanguage } from '#i18n/detect-language.ts'
import { changeLanguage, languageInSearch, savedLanguage } from '#web/lib/change-language.ts'
import { useServices } from '#web/lib/services-context.tsx'

/**
 * Keeps the language in line with the address. In the browser, local storage knows more than the server did, and Back may restore another
 * `lang`. A link with `lang` shows its page in that language and leaves the saved choice unchanged.
 */
export function LanguageKeeper() {
  const services = useServices()
  const { search } = useLocation()
  useEffect(() => {
    const param = languageInSearch(search)
    const language = detectLanguage({
      param,
      saved: savedLanguage(param),
      preferred: navigator.languages,
      pageTag: document.documentElement.lang,
    })
    // If the texts fail to load, the page stays in its current language, which is complete.
    void changeLanguage(services, language).catch(() => false)
  }, [search, services])
  return null
}
