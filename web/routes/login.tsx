import { pageLoader } from '#web/lib/page-loader.ts'

export { LoginPage as Component } from '#web/features/login/login-page.tsx'

export const loader = pageLoader(['forms'])
