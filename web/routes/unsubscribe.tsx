import { pageLoader } from '#web/lib/page-loader.ts'

export { UnsubscribePage as Component } from '#web/features/unsubscribe/unsubscribe-page.tsx'

export const loader = pageLoader(['forms'])
