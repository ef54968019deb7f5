import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  createFeed,
  deleteFeed,
  type Feed,
  type FeedKind,
  listFeeds,
} from '#contracts/workspace/changes.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { SavedSearch } from '#contracts/workspace/saved-searches.ts'
import { useReauthentication } from '#web/accounts/api.ts'
import { isApiError } from '#web/api/api-error.ts'
import { q, useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useSession } from '#web/lib/session/session.tsx'
import { notify } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog, Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { SecretField } from '#web/ui/form/form-controls.tsx'
import { useFailureNotice } from '#web/ui/form/form-call.tsx'

type Search = Pick<SavedSearch, 'id' | 'name'>
type FeedDialogProps = { search: Search | undefined; onClose: () => void }

/** Makes its address, replaces it and revokes it. */
export function FeedDialog({ search, onClose }: FeedDialogProps) {
  const { t } = useTranslation('changes')
  return (
    <Dialog
      onClose={onClose}
      title={t('feed.title', { name: search?.name ?? t('savedStores') })}
      description={t('feed.text')}
    >
      <FeedAddress kind="changes" searchId={search?.id} />
    </Dialog>
  )
}

/** `searchId`: of a saved search whose changes it covers. */
type Subject = { kind: FeedKind; searchId?: string | undefined }

export function FeedAddress(subject: Subject) {
  const { kind, searchId = null } = subject
  const { t } = useTranslation('changes')
  const feeds = useQuery({ ...q(listFeeds, {}), staleTime: 0 })
  return (
    <Loaded
      query={feeds}
      title={t('feed.failed.load')}
      skeleton={<Skeleton className="grid gap-5 pt-2" bones={['h-10 max-w-72', 'h-11']} />}
    >
      {({ feeds }) => (
        <OneFeed
          feed={feeds.find((feed) => feed.kind === kind && feed.savedSearch === searchId)}
          subject={subject}
        />
      )}
    </Loaded>
  )
}

type OneFeedProps = { feed: Feed | undefined; subject: Subject }

function OneFeed({ feed, subject }: OneFeedProps) {
  const { t } = useTranslation('changes')
  const { made, create, revoke, isBusy, dialog } = useFeedChanges(subject)
  const [question, setQuestion] = useState<Question | null>(null)
  const act = async (question: Question) => {
    await (question === 'renew' ? create() : revoke(feed?.id ?? ''))
    setQuestion(null)
  }
  return (
    <div className="grid gap-5 pt-2">
      {made && (
        <>
          <SecretField label={t('feed.address')} hint={t('feed.once')} value={made.url} />
          <SecretField label="JSON Feed" hint={t('feed.once')} value={made.jsonUrl} />
        </>
      )}
      {feed && <Usage feed={feed} />}
      <DialogButtons>
        {feed ? (
          <>
            <Button variant="quiet" onClick={() => setQuestion('revoke')}>
              {t('feed.revoke')}
            </Button>
            <Button variant="secondary" onClick={() => setQuestion('renew')}>
              {t('feed.renew')}
            </Button>
          </>
        ) : (
          <Button isBusy={isBusy} onClick={() => void create()}>
            {t(isBusy ? 'feed.creating' : 'feed.create')}
          </Button>
        )}
      </DialogButtons>
      {dialog}
      {feed && question && (
        <ConfirmDialog
          title={t(`feed.${question}`)}
          text={t(`feed.${question}Question`)}
          confirm={t(`feed.${question}Confirm`)}
          variant={question === 'revoke' ? 'danger' : 'primary'}
          isBusy={isBusy}
          onConfirm={() => void act(question)}
          onCancel={() => setQuestion(null)}
        />
      )}
    </div>
  )
}

type Question = 'renew' | 'revoke'

/** `made`: just now; no later answer repeats its addresses. */
function useFeedChanges({ kind, searchId }: Subject) {
  const { t } = useTranslation('changes')
  const reload = useReload()
  const notifyFailure = useFailureNotice()
  const [made, setMade] = useState<ResponseOf<typeof createFeed> | null>(null)
  const onSettled = () => reload(listFeeds)
  const fail = (action: 'create' | 'revoke') => (error: unknown) => {
    // Its dialog asks for it.
    if (!isApiError(error, 'fresh_sign_in_required'))
      notifyFailure('feed', t(`feed.failed.${action}`), error)
  }
  const creating = useCall(createFeed, {
    onSettled,
    onSuccess: setMade,
    onError: fail('create'),
  })
  const revoking = useCall(deleteFeed, {
    onSettled,
    onSuccess: () => {
      setMade(null)
      notify({ kind: 'success', subject: 'feed', title: t('feed.revoked') })
    },
    onError: fail('revoke'),
  })
  const ignore = () => undefined
  const session = useSession()
  const reauthentication = useReauthentication(session.status === 'signed-in' ? session.user : null)
  return {
    made,
    isBusy: creating.isPending || revoking.isPending,
    dialog: reauthentication.dialog,
    create: () =>
      reauthentication
        .run(() => creating.mutateAsync({ body: { kind, savedSearch: searchId } }))
        .catch(ignore),
    revoke: (id: string) => revoking.mutateAsync({ params: { id } }).catch(ignore),
  }
}

function Usage({ feed: { createdAt, readAt } }: { feed: Feed }) {
  const { t } = useTranslation('changes')
  const formats = useFormats()
  return (
    <p className="text-sm text-muted">
      <span className="block">{t('feed.since', { when: formats.moment(createdAt) })}</span>
      <span className="block">
        {readAt === null ? t('feed.unread') : t('feed.read', { when: formats.moment(readAt) })}
      </span>
    </p>
  )
}
