import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import type { Language } from '#i18n/languages.ts'
import { changeLanguage, saveLanguage, searchInLanguage } from '#web/lib/change-language.ts'
import { languageOf } from '#web/lib/load-texts.ts'
import { useServices } from '#web/lib/services-context.tsx'
import { notify } from '#web/ui/toast-store.ts'

/** Switches the language for the visitor: saves the choice and updates the address; page and query stay. */
export function useSwitchLanguage(): (language: Language) => void {
  const { t } = useTranslation('navigation')
  const services = useServices()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  return (language) => {
    // The visitor picked the language that came with a link, so save it as their choice; nothing changes on the screen.
    if (language === languageOf(services.i18n)) saveLanguage(language)
    changeLanguage(services, language).then(
      (hasChanged) => {
        if (!hasChanged) return
        saveLanguage(language)
        void navigate(
          { pathname, search: searchInLanguage(search, language), hash },
          { replace: true, preventScrollReset: true },
        )
      },
      () => notify({ kind: 'error', title: t('languageFailed') }),
    )
  }
}
