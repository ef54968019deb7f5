import { useTranslation } from 'react-i18next'
import { markBounce, unmarkBounce } from '#contracts/catalog/bounces.ts'
import type { StoreEmail } from '#contracts/catalog/facts.ts'
import type { StoreId } from '#contracts/ids.ts'
import { getStoreDetails, listFacets, listStores } from '#contracts/catalog/stores.ts'
import { useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { notify } from '#web/lib/toast.ts'
import { useFailureNotice } from '#web/ui/form/form-call.tsx'

type Props = { storeId: StoreId; email: StoreEmail }

/** What was said of an address, and the way to say that mail to it came back. */
export function BounceMark({ storeId, email: { address, mailState, isOwnState } }: Props) {
  const { t } = useTranslation('store-details')
  const { mark, unmark, isPending } = useBounce(storeId, address)
  const isBounced = mailState === 'bounced'
  const said = isOwnState ? (isBounced ? 'own' : 'ownWorks') : isBounced ? 'others' : null
  const offer = isOwnState ? 'undo' : isBounced ? 'works' : 'mark'
  return (
    <span className="block print:hidden">
      {said && `${t(`bounce.${said}`)} `}
      <button
        type="button"
        disabled={isPending}
        onClick={() => void (offer === 'mark' ? mark() : unmark(offer === 'works'))}
        className="link min-h-6 py-1 pointer-coarse:min-h-11"
      >
        {t(`bounce.${offer}`)}
        <span className="sr-only"> {address}</span>
      </button>
    </span>
  )
}

function useBounce(storeId: StoreId, contact: string) {
  const { t } = useTranslation('store-details')
  const reload = useReload()
  const onSettled = () => reload(getStoreDetails, listStores, listFacets)
  const marking = useCall(markBounce, { onSettled })
  const unmarking = useCall(unmarkBounce, { onSettled })
  const fail = useFailureNotice()
  const params = { id: String(storeId) }
  const subject = `bounce:${storeId}:${contact}`

  async function mark(): Promise<void> {
    try {
      const { isReturned } = await marking.mutateAsync({ params, body: { contact } })
      notify({
        kind: 'success',
        subject,
        title: t('bounce.marked'),
        description: [isReturned && t('bounce.returned'), t('bounce.kept')]
          .filter(Boolean)
          .join(' '),
        action: { label: t('bounce.undo'), run: () => void unmark(false) },
      })
    } catch (error) {
      fail(subject, t('bounce.failed'), error)
    }
  }

  async function unmark(contradicts: boolean): Promise<void> {
    try {
      await unmarking.mutateAsync({ params, query: { contact } })
      notify({
        kind: 'success',
        subject,
        title: t(contradicts ? 'bounce.thanks' : 'bounce.unmarked'),
      })
    } catch (error) {
      fail(subject, t('bounce.failed'), error)
    }
  }
  return { mark, unmark, isPending: marking.isPending || unmarking.isPending }
}
