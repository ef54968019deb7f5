import { useNavigation } from 'react-router'

/** A thin line at the top while code and texts of the next page load; fast navigations never show it. */
export function NavigationProgress() {
  const navigation = useNavigation()
  if (navigation.state === 'idle') return null
  return <div className="progress-line" aria-hidden />
}
