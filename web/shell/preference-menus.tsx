import { Languages, Monitor, Moon, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Language, languageInfo, languages } from '#i18n/languages.ts'
import { useServices } from '#web/lib/app/services.ts'
import { setTheme, type Theme, themes, useTheme } from '#web/lib/browser/theme.ts'
import { chooseLanguage } from '#web/lib/i18n/language.ts'
import { languageOf } from '#web/lib/i18n/load-texts.ts'
import { notify } from '#web/lib/toast.ts'
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
        <MenuChoice<Language>
          label={t('language')}
          value={language}
          onChange={switchTo}
          options={options}
        />
      )}
    </Menu>
  )
}

/**
 * Switches the language for the visitor: saves the choice and updates the address; page, query and
 * history state stay.
 */
export function useSwitchLanguage(): (language: Language) => void {
  const { t } = useTranslation('navigation')
  const services = useServices()
  return (language) => {
    chooseLanguage(services, language).catch(() =>
      notify({ kind: 'error', title: t('languageFailed') }),
    )
  }
}

const icons = { light: Sun, dark: Moon, system: Monitor }

export function ThemeMenu() {
  const { t } = useTranslation('navigation')
  const theme = useTheme()
  const Icon = icons[theme]
  return (
    <Menu
      trigger={
        <button
          type="button"
          className={buttonClass('quiet', 'icon')}
          aria-label={`${t('theme.label')}: ${t(`theme.${theme}`)}`}
        >
          <Icon className="size-5" aria-hidden />
        </button>
      }
    >
      {({ MenuChoice }) => (
        <MenuChoice<Theme>
          label={t('theme.label')}
          value={theme}
          onChange={setTheme}
          options={themes.map((value) => ({ value, label: t(`theme.${value}`) }))}
        />
      )}
    </Menu>
  )
}
