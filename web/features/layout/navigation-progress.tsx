import { useNavigation } from 'react-router'

/** A thin line at the top while the next page's code and texts load; quick navigations never show it. */
export function NavigationProgress() {
  const navigation = useNavigation()
  if (navigation.state === 'idle') return null
  return <div className="progress-line" aria-hidden />
}
