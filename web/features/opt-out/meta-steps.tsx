import { useTranslation } from 'react-i18next'
import { CopyLine } from './copy-line.tsx'
import { Steps } from './steps.tsx'

export function MetaSteps({ tag }: { tag: string }) {
  const { t } = useTranslation('opt-out')
  return (
    <Steps>
      <li>{t('methods.meta.open')}</li>
      <li>
        {t('methods.meta.add')}
        <CopyLine label={t('methods.meta.tag')} value={tag} />
      </li>
      <li>
        {t('methods.meta.save')}
        <p className="mt-1 text-sm text-muted">{t('methods.meta.password')}</p>
      </li>
    </Steps>
  )
}
