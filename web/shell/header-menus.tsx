import { Languages, LogOut, Monitor, Moon, Search, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Language, languageInfo, languages } from '#i18n/languages.ts'
import { useServices } from '#web/lib/app/services.ts'
import { setTheme, type Theme, themes, useTheme } from '#web/lib/browser/theme.ts'
import { chooseLanguage } from '#web/lib/i18n/language.ts'
import { languageOf } from '#web/lib/i18n/load-texts.ts'
import { notify } from '#web/lib/toast.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { cn } from '#web/lib/cn.ts'
import { openSurface } from '#web/lib/navigation/open-surface.ts'
import type { SessionUser } from '#web/lib/session/session-user.ts'
import { badgeOf, planOf, useLogOut, type Visitor } from '#web/lib/session/session.tsx'
import { Avatar, fullNameOf } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'

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

/** Page, query and history state stay. */
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

export function AccountMenu({ user }: { user: SessionUser }) {
  const { t } = useTranslation('navigation')
  const logOut = useLogOut()
  const badge = badgeOf(user)
  return (
    <Menu trigger={<AvatarButton user={user} label={t('accountMenu')} />} className="w-64">
      {({ MenuItem, MenuLabel, MenuLink, MenuRule }) => (
        <>
          <MenuLabel>
            <span className="flex items-start justify-between gap-3">
              <strong className="min-w-0 break-words">{fullNameOf(user)}</strong>
              <Badge tone={badge === 'guest' ? 'plain' : 'sun'}>{t(`plan.${badge}`)}</Badge>
            </span>
            <span className="block truncate text-muted">{user.email}</span>
          </MenuLabel>
          <MenuRule />
          {accountLinks(planOf(user) === 'guest' ? 'guest' : 'paid').map(({ name, to }) => (
            <MenuLink key={name} to={to}>
              {t(name)}
            </MenuLink>
          ))}
          <MenuRule />
          {/* For narrow screens, where the bar has no room for the button. */}
          <MenuItem className="md:hidden" onSelect={() => openSurface('palette')}>
            <Search className="size-4" aria-hidden />
            {t('palette')}
          </MenuItem>
          <MenuItem onSelect={() => void logOut()}>
            <LogOut className="size-4" aria-hidden />
            {t('logout')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

export const avatarSize = 'ms-1 size-10 in-data-work:size-8 pointer-coarse:size-11!'

type AvatarProps = React.ComponentProps<'button'> & { user: SessionUser; label: string }

function AvatarButton({ user, label, ...rest }: AvatarProps) {
  return (
    <button
      type="button"
      {...rest}
      className={cn('grid shrink-0 place-items-center rounded-full', avatarSize)}
    >
      <Avatar
        person={user}
        className="size-full text-sm in-data-work:size-8 in-data-work:text-xs"
      />
      <span className="sr-only">{`${label}: ${fullNameOf(user)}`}</span>
    </button>
  )
}

type LinkName = 'home' | 'dashboard' | 'saved' | 'sample' | 'pricing' | 'contact' | 'settings'
export type NavLink = { name: LinkName; to: string }

const link = (name: LinkName, to: string): NavLink => ({ name, to })

const barLinks: Record<Visitor, readonly NavLink[]> = {
  anonymous: [link('sample', paths.sample()), link('pricing', paths.pricing())],
  guest: [
    link('sample', paths.sample()),
    link('pricing', paths.pricing()),
    link('contact', paths.contact()),
  ],
  paid: [link('dashboard', paths.app()), link('contact', paths.contact())],
  unknown: [],
}

export const navLinks = (visitor: Visitor, pathname: string): NavLink[] =>
  barLinks[visitor].filter(({ to }) => to !== withoutEndSlash(pathname))

/** `/pricing/` is the same page as `/pricing`. */
const withoutEndSlash = (pathname: string) => pathname.replace(/(?<=[^/])\/+$/, '')

export function accountLinks(visitor: 'guest' | 'paid'): NavLink[] {
  const own =
    visitor === 'paid'
      ? [link('dashboard', paths.app()), link('saved', paths.saved())]
      : [link('sample', paths.sample()), link('pricing', paths.pricing())]
  return [
    link('home', paths.home()),
    ...own,
    link('contact', paths.contact()),
    link('settings', paths.settings()),
  ]
}

export const logoTarget = (visitor: Visitor): string =>
  visitor === 'anonymous' ? paths.home() : paths.app()

/**
 * On small screens, for signed-in users. `listSearch`: the query of the list that led to the store.
 */
export function backTarget(visitor: Visitor, pathname: string, listSearch = ''): string | null {
  if (visitor === 'anonymous' || visitor === 'unknown') return null
  const page = withoutEndSlash(pathname)
  if (page === paths.list()) return paths.app()
  if (page.startsWith('/store/') || page.startsWith('/list/')) return paths.list() + listSearch
  if (page === paths.pricing()) return visitor === 'paid' ? paths.app() : paths.home()
  return null
}
