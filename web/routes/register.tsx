import { pageLoader } from '#web/lib/page-loader.ts'

export { RegisterPage as Component } from '#web/features/register/register-page.tsx'

export const loader = pageLoader(['forms'])
