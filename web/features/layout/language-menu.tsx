import { Languages } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { languageInfo, languages, type Language } from '#i18n/languages.ts'
import { useSwitchLanguage } from '#web/lib/use-switch-language.ts'
import { languageOf } from '#web/lib/load-texts.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'

const options = languages.map((value) => ({ value, label: languageInfo[value].label, lang: value }))

export function LanguageMenu() {
  const { t, i18n } = useTranslation('navigation')
  const switchTo = useSwitchLanguage()
  const language = languageOf(i18n)
  return (
    <Menu
      trigger={
        <button type="button" className={buttonClass('quiet', 'icon', 'w-auto px-2.5')}>
          <Languages className="size-5" aria-hidden />
          <span className="text-sm uppercase max-sm:hidden" aria-hidden>
            {language}
          </span>
          <span className="sr-only">{`${t('language')}: ${languageInfo[language].label}`}</span>
        </button>
      }
    >
      {({ MenuChoice }) => (
        <MenuChoice<Language> label={t('language')} value={language} onChange={switchTo} options={options} />
      )}
    </Menu>
  )
}
