export { UserSettingsPage as Component } from '#web/features/settings/user-settings-page.tsx'
