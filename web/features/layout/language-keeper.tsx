import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { detectLanguage } from '#i18n/detect-language.ts'
import { changeLanguage, languageInSearch, savedLanguage } from '#web/lib/change-language.ts'
import { useServices } from '#web/lib/services-context.tsx'

/**
 * Follows the address: on arrival the browser knows more than the server did (local storage), and Back may bring another
 * `lang`. A link shows its page in its language and leaves the saved choice as it is.
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
    // Without its texts the page stays as it is, in a language that is complete.
    void changeLanguage(services, language).catch(() => false)
  }, [search, services])
  return null
}
