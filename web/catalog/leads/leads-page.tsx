import { useTranslation } from 'react-i18next'
import { QuickLookSlot } from '#web/catalog/list/quick-look/quick-look-slot.tsx'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { Bone } from '#web/ui/feedback/loaded.tsx'
import { RequirePaid } from '#web/ui/require-paid.tsx'
import { WorkBar } from '#web/ui/work-bar.tsx'
import { LeadsScreen, prepareLeads } from '#web/workspace/api.ts'

/** The own leads, with the same look at a store beside them as in the lists. */
export function LeadsPage() {
  const { t } = useTranslation('leads')
  const skeleton = (
    <>
      <WorkBar title={t('title')} />
      <div className="page min-h-dvh py-4">
        <Bone className="h-96" />
      </div>
    </>
  )
  return (
    <>
      <PageMeta page="leads" noindex />
      <RequirePaid skeleton={skeleton}>
        <LeadsScreen aside={(list) => <QuickLookSlot list={list} />} />
      </RequirePaid>
    </>
  )
}

export { LeadsPage as Component }

export const loader = pageLoader(['leads', 'bulk', 'list'], async ({ isServer }, { request }) => {
  if (!isServer) await prepareLeads(new URL(request.url).searchParams)
})
