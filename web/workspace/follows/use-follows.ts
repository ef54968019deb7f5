import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listChanges } from '#contracts/workspace/changes.ts'
import {
  createFollow,
  deleteFollow,
  type Follow,
  type FollowTarget,
  listFollows,
} from '#contracts/workspace/follows.ts'
import { q, useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { notify, withdrawToasts } from '#web/lib/toast.ts'
import { useFailureNotice } from '#web/ui/form/form-call.tsx'

export const useFollows = () => useQuery(q(listFollows, {}))

export function isSameTarget(one: FollowTarget, other: FollowTarget): boolean {
  switch (one.kind) {
    case 'store':
      return other.kind === one.kind && other.storeId === one.storeId
    case 'cluster':
      return other.kind === one.kind && other.clusterId === one.clusterId
    case 'niche':
      return (
        other.kind === one.kind && other.category === one.category && other.country === one.country
      )
    default:
      return one satisfies never
  }
}

type Named = { target: FollowTarget; name: string }

/** Says what will come of it, and offers to take it back. */
export function useFollowChanges() {
  const { t } = useTranslation('follows')
  const reload = useReload()
  const onSettled = () => reload(listFollows, listChanges)
  const creating = useCall(createFollow, { onSettled })
  const deleting = useCall(deleteFollow, { onSettled })
  const fail = useFailureNotice()
  const subjectOf = ({ target }: Named) => `follow:${JSON.stringify(target)}`

  async function follow(what: Named): Promise<void> {
    withdrawToasts(subjectOf(what))
    const { target, name } = what
    try {
      const { id } = await creating.mutateAsync({ body: { target } })
      notify({
        kind: 'success',
        subject: subjectOf(what),
        title: t('followed', { name }),
        description: t(`sends.${target.kind}`),
        action: { label: t('undo'), run: () => void unfollow(what, { id }) },
      })
    } catch (error) {
      fail(subjectOf(what), t('failed.follow'), error)
    }
  }

  async function unfollow(what: Named, { id }: Pick<Follow, 'id'>): Promise<void> {
    withdrawToasts(subjectOf(what))
    try {
      await deleting.mutateAsync({ params: { id } })
      notify({
        kind: 'success',
        subject: subjectOf(what),
        title: t('unfollowed', { name: what.name }),
        action: { label: t('undo'), run: () => void follow(what) },
      })
    } catch (error) {
      fail(subjectOf(what), t('failed.unfollow'), error)
    }
  }
  return { follow, unfollow, isPending: creating.isPending || deleting.isPending }
}
