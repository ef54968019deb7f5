export const TAG_LIST_ID = 'saved-tags'

/** Rendered once per page: the suggestions that all tag fields share. */
export const TagSuggestions = ({ tags }: { tags: readonly string[] }) => (
  <datalist id={TAG_LIST_ID}>
    {tags.map((tag) => (
      <option key={tag} value={tag}>
        {tag}
      </option>
    ))}
  </datalist>
)
