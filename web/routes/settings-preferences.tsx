export { PreferencesPage as Component } from '#web/features/settings/preferences-page.tsx'
