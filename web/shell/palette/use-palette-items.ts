import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { languageInfo, languages } from '#i18n/languages.ts'
import { useServices } from '#web/lib/app/services.ts'
import { setTheme, themes, useTheme } from '#web/lib/browser/theme.ts'
import { languageOf, loadTexts } from '#web/lib/i18n/load-texts.ts'
import { consoleSections } from '#web/lib/navigation/work-screen.ts'
import { openSurface } from '#web/lib/navigation/open-surface.ts'
import { useRegisteredCommands } from '#web/lib/navigation/page-commands.ts'
import { useLogOut, useSession, type Visitor, visitorOf } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { useIsOperator } from '#web/shell/operator-check.tsx'
import { useSwitchLanguage } from '#web/shell/header-menus.tsx'
import type { PaletteItem } from './palette-items.ts'

export function usePaletteItems(): PaletteItem[] {
  return [...usePageCommandItems(), ...usePageItems(), ...useConsoleItems(), ...useActionItems()]
}

const usePageCommandItems = (): PaletteItem[] =>
  useRegisteredCommands().map(({ id, label, run, isRare }) => ({
    id: `page:${id}`,
    group: 'page',
    label,
    ...(isRare && { shown: 'typed' as const }),
    action: { kind: 'run', run },
  }))

function usePageItems(): PaletteItem[] {
  const { t } = useTranslation(['palette', 'navigation'])
  const visitor = visitorOf(useSession())
  const words = t('palette:words', { returnObjects: true }) as Partial<Record<string, string>>
  return pagesFor(visitor).map(({ name, to }) => ({
    id: `page:${name}`,
    group: 'pages',
    label: isInner(name) ? t(`palette:pages.${name}`) : t(`navigation:${name}`),
    words: words[name] ?? '',
    // Settings subpages appear only when the user types.
    ...(settingsPages.includes(name) && { shown: 'typed' as const }),
    action: { kind: 'go', to },
  }))
}

/** The operator console, whose texts only operators load. */
function useConsoleItems(): PaletteItem[] {
  const { t, i18n } = useTranslation('operator')
  const services = useServices()
  const isOperator = useIsOperator()
  useEffect(() => {
    if (isOperator) void loadTexts(services, ['operator']).catch(() => undefined)
  }, [isOperator, services])
  if (!isOperator || !i18n.hasResourceBundle(i18n.language, 'operator')) return []
  return consoleSections.map(({ name, to }) => ({
    id: `page:console:${name}`,
    group: 'pages',
    label: t(`menu.${name}`),
    hint: t('menu.label'),
    words: t('menu.label'),
    shown: 'typed',
    action: { kind: 'go', to },
  }))
}

function useActionItems(): PaletteItem[] {
  const { t } = useTranslation(['palette', 'navigation', 'common'])
  const isSignedIn = useSession().status === 'signed-in'
  const logOut = useLogOut()
  const choices = [...useThemeItems(), ...useLanguageItems()]
  const help: PaletteItem = {
    id: 'shortcuts',
    group: 'actions',
    label: t('common:shortcuts.title'),
    hint: '?',
    action: { kind: 'run', run: () => openSurface('shortcuts') },
  }
  const leave: PaletteItem = {
    id: 'log-out',
    group: 'actions',
    label: t('navigation:logout'),
    words: t('palette:words.logout'),
    action: { kind: 'run', run: () => void logOut() },
  }
  return [...choices, help, ...(isSignedIn ? [leave] : [])]
}

function useThemeItems(): PaletteItem[] {
  const { t } = useTranslation(['palette', 'navigation'])
  const active = useTheme()
  const name = t('navigation:theme.label')
  const opener: PaletteItem = {
    id: 'appearance',
    group: 'actions',
    label: t('palette:appearance'),
    hint: t(`navigation:theme.${active}`),
    shown: 'untyped',
    action: { kind: 'write', text: `${name} ` },
  }
  const others = themes.filter((theme) => theme !== active)
  return [
    opener,
    ...others.map((theme): PaletteItem => ({
      id: `appearance:${theme}`,
      group: 'actions',
      label: t(`navigation:theme.${theme}`),
      hint: name,
      words: `${name} ${t('palette:words.appearance')}`,
      shown: 'typed',
      action: { kind: 'run', run: () => setTheme(theme) },
    })),
  ]
}

function useLanguageItems(): PaletteItem[] {
  const { t, i18n } = useTranslation(['palette', 'navigation'])
  const switchTo = useSwitchLanguage()
  const active = languageOf(i18n)
  const name = t('navigation:language')
  const opener: PaletteItem = {
    id: 'language',
    group: 'actions',
    label: t('palette:language'),
    hint: languageInfo[active].label,
    shown: 'untyped',
    action: { kind: 'write', text: `${name} ` },
  }
  const names = new Intl.DisplayNames(languageInfo[active].locale, { type: 'language' })
  const others = languages.filter((language) => language !== active)
  return [
    opener,
    ...others.map((language): PaletteItem => ({
      id: `language:${language}`,
      group: 'actions',
      label: languageInfo[language].label,
      lang: language,
      hint: name,
      // Also found by the language's name in the active language: German, alemán.
      words: `${name} ${names.of(language) ?? ''} ${t('palette:words.language')}`,
      shown: 'typed',
      action: { kind: 'run', run: () => switchTo(language) },
    })),
  ]
}

/** The header has the names of these pages. */
type HeaderPage =
  | 'home'
  | 'dashboard'
  | 'saved'
  | 'pricing'
  | 'contact'
  | 'settings'
  | 'login'
  | 'getStarted'
/** The palette has the names of these pages. */
const inner = [
  'list',
  'leads',
  'myLeads',
  'prelaunch',
  'products',
  'pulse',
  'changes',
  'score',
  'exclusions',
  'savedProducts',
  'plan',
  'preferences',
  'brief',
  'api',
  'deliveries',
] as const
type InnerPage = (typeof inner)[number]
type PageName = HeaderPage | InnerPage

const addresses: Record<PageName, () => string> = {
  home: paths.home,
  dashboard: paths.app,
  list: paths.list,
  leads: () => paths.list({ view: 'leads' }),
  myLeads: paths.leads,
  prelaunch: () => paths.list({ view: 'prelaunch' }),
  products: () => paths.list({ view: 'products' }),
  pulse: paths.pulse,
  changes: paths.changes,
  score: () => paths.score({ view: 'leads' }),
  exclusions: paths.exclusions,
  saved: paths.saved,
  savedProducts: paths.savedProducts,
  pricing: paths.pricing,
  contact: paths.contact,
  settings: paths.settings,
  plan: paths.settingsPlan,
  preferences: paths.settingsPreferences,
  api: paths.settingsApi,
  brief: paths.settingsBrief,
  deliveries: paths.settingsDeliveries,
  login: paths.login,
  getStarted: paths.register,
}

const pagesOf: Record<Visitor, readonly PageName[]> = {
  anonymous: ['home', 'pricing', 'contact', 'login', 'getStarted'],
  guest: ['home', 'pricing', 'contact', 'settings', 'plan', 'preferences', 'deliveries'],
  paid: [
    'dashboard',
    'list',
    'leads',
    'myLeads',
    'prelaunch',
    'products',
    'pulse',
    'changes',
    'score',
    'exclusions',
    'saved',
    'savedProducts',
    'settings',
    'plan',
    'preferences',
    'brief',
    'api',
    'deliveries',
    'home',
    'contact',
  ],
  unknown: ['home'],
}

const settingsPages: readonly PageName[] = ['plan', 'preferences', 'brief', 'api', 'deliveries']

const isInner = (name: PageName): name is InnerPage => inner.some((each) => each === name)

export const pagesFor = (visitor: Visitor): { name: PageName; to: string }[] =>
  pagesOf[visitor].map((name) => ({ name, to: addresses[name]() }))
