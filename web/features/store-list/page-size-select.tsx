import { useTranslation } from 'react-i18next'
import { Select } from '#web/ui/select.tsx'
import { pageSizes, type PageSize } from './list-address.ts'

export function PageSizeSelect({ value, onChange }: { value: PageSize; onChange: (size: PageSize) => void }) {
  const { t } = useTranslation('list')
  return (
    <label className="flex items-center gap-3 text-sm text-muted">
      {t('pageSize')}
      <Select
        value={value}
        onChange={(event) => {
          const size = pageSizes.find((each) => String(each) === event.target.value)
          if (size) onChange(size)
        }}
      >
        {pageSizes.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </Select>
    </label>
  )
}
