import { ExternalLink as Out } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { externalUrl } from '#web/lib/external-url.ts'
import { buttonClass, type ButtonVariant } from '#web/ui/button.tsx'

type Props = { url: string; variant?: ButtonVariant; className?: string }

/** The product's own page in its store. */
export function VisitProduct({ url, variant = 'primary', className }: Props) {
  const { t } = useTranslation(['product-detail', 'common'])
  const productPage = externalUrl(url)
  if (!productPage) return null
  return (
    <a
      href={productPage}
      target="_blank"
      rel="noopener nofollow ugc noreferrer"
      className={buttonClass(variant, 'md', className)}
    >
      {t('product-detail:store.visit')}
      <Out className="size-4 shrink-0" aria-hidden />
      <span className="sr-only">{t('common:newTab')}</span>
    </a>
  )
}
