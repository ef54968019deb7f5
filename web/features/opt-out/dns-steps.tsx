import { useTranslation } from 'react-i18next'
import type { OptOutTask } from '#contracts/opt-out.ts'
import { CopyLine } from './copy-line.tsx'
import { Steps } from './steps.tsx'

export function DnsSteps({ record }: { record: OptOutTask['dnsRecord'] }) {
  const { t } = useTranslation('opt-out')
  return (
    <Steps>
      <li>{t('methods.dns.open')}</li>
      <li>
        {t('methods.dns.add')}
        <CopyLine label={t('methods.dns.record')} value={record.name} />
        <p className="mt-1 text-sm text-muted">{t('methods.dns.short')}</p>
        <CopyLine label={t('methods.dns.value')} value={record.value} />
      </li>
      <li>{t('methods.dns.wait')}</li>
    </Steps>
  )
}
