import { pageLoader } from '#web/lib/page-loader.ts'

export { SettingsLayout as Component } from '#web/features/settings/settings-layout.tsx'

export const loader = pageLoader(['settings', 'forms'])
