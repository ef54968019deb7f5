import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import type { Language } from '#i18n/languages.ts'
import { changeLanguage, saveLanguage, searchInLanguage } from '#web/lib/change-language.ts'
import { useServices } from '#web/lib/services-context.tsx'
import { notify } from '#web/ui/toast-store.ts'

/** Switches on the visitor's wish: the choice is saved and the address says it, page and query stay. */
export function useSwitchLanguage(): (language: Language) => void {
  const { t } = useTranslation('navigation')
  const services = useServices()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  return (language) => {
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
