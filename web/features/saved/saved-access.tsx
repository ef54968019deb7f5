import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { isPaid, useSession } from '#web/lib/session.tsx'
import { AccessPanel, type AccessKind } from '#web/ui/access-panel.tsx'
import { SavedPageSkeleton } from './saved-skeleton.tsx'

/** Not behind the access guard: visitors without access stay at this address and see how to get access. */
export function SavedAccess({ children }: { children: ReactNode }) {
  const session = useSession()
  if (isPaid(session)) return children
  return (
    <div className="page min-h-dvh py-6 sm:py-8">
      <PageMeta page="saved" noindex />
      {session.status === 'checking' ? (
        <SavedPageSkeleton />
      ) : (
        <Refusal kind={session.status === 'anonymous' ? 'signIn' : 'upgrade'} />
      )}
    </div>
  )
}

function Refusal({ kind }: { kind: AccessKind }) {
  const { t } = useTranslation('saved')
  return (
    <AccessPanel
      kind={kind}
      title={t(`access.${kind}.title`)}
      text={t(`access.${kind}.text`)}
      action={t(`access.${kind}.action`)}
      second={t(`access.${kind}.second`)}
    />
  )
}
