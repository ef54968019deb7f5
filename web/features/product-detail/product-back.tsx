import { ArrowLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import type { ProductDetails } from '#contracts/products.ts'
import { cameFromStore } from '#web/lib/store-return.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** Back to the store's products. If the user came from that list, it keeps its state and scroll position. */
export function ProductBack({ store }: Pick<ProductDetails, 'store'>) {
  const { t } = useTranslation('product-detail')
  const { state } = useLocation()
  const navigate = useNavigate()
  const goBack = (event: MouseEvent) => {
    if (!cameFromStore(state, store.id)) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(-1)
  }
  return (
    <Link
      to={paths.store(store.id, { tab: 'products' })}
      onClick={goBack}
      className={buttonClass('quiet', 'sm', '-ms-3 mb-4 max-w-full')}
    >
      <ArrowLeft className="size-4 shrink-0" aria-hidden />
      <span className="min-w-0 truncate">{t('back', { store: store.name })}</span>
    </Link>
  )
}
