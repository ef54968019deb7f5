import { useTranslation } from 'react-i18next'
import { AccessPanel, type AccessKind } from '#web/ui/access-panel.tsx'

export function ProductAccess({ kind }: { kind: AccessKind }) {
  const { t } = useTranslation('product-detail')
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
