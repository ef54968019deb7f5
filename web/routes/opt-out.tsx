import { pageLoader } from '#web/lib/page-loader.ts'

export { OptOutPage as Component } from '#web/features/opt-out/opt-out-page.tsx'

export const loader = pageLoader(['opt-out'])
