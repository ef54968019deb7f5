import { Monitor, Moon, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { setTheme, themes, useTheme, type Theme } from '#web/lib/theme.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'

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
