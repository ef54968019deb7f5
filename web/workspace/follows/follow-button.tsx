import { useQuery } from '@tanstack/react-query'
import { BellPlus, BellRing } from 'lucide-react'
import { useId } from 'react'
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
import { useFormats } from '#web/lib/i18n/format.ts'
import { notify, withdrawToasts } from '#web/lib/toast.ts'
import { Button, type ButtonSize, type ButtonVariant } from '#web/ui/button.tsx'
import { useFailureNotice } from '#web/ui/form/form-call.tsx'

type Props = {
  target: FollowTarget
  name: string
  size?: ButtonSize
  variant?: ButtonVariant
  className?: string
}

/** So many free follows are named beside the action. */
const SCARCE = 3

/** Follows and unfollows; its title says what that sends. Its page loads the texts `follows`. */
export function FollowButton({ target, name, variant = 'secondary', ...look }: Props) {
  const { t } = useTranslation('follows')
  const formats = useFormats()
  const hint = useId()
  const { data } = useFollows()
  const { follow, unfollow, isPending } = useFollowChanges()
  const known = data?.follows.find((one) => isSameTarget(one.target, target))
  const used = data?.follows.length ?? 0
  const room = data && t('room', { used: formats.number(used), limit: formats.number(data.limit) })
  const isScarce = data !== undefined && !known && data.limit - used <= SCARCE
  const sends = t(`sends.${target.kind}`)
  const Icon = known ? BellRing : BellPlus
  return (
    <>
      <Button
        {...look}
        variant={known ? 'secondary' : variant}
        aria-pressed={known !== undefined}
        aria-describedby={hint}
        title={[sends, room].filter(Boolean).join(' ')}
        isBusy={isPending}
        disabled={!data}
        onClick={() => void (known ? unfollow({ target, name }, known) : follow({ target, name }))}
      >
        {!isPending && <Icon className="size-4 shrink-0" aria-hidden />}
        <span className={look.size === 'sm' ? 'max-sm:sr-only' : undefined}>
          {t(known ? 'following' : 'follow')}
        </span>
        {isScarce && (
          <span className="font-normal text-muted tabular-nums" aria-hidden>
            {formats.number(used)}/{formats.number(data.limit)}
          </span>
        )}
        <span className="sr-only">{name}</span>
      </Button>
      <span id={hint} hidden>
        {sends} {room}
      </span>
    </>
  )
}

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
