@rem npm starts its scripts with exec, so that a signal to npm reaches what it has started and no shell between. cmd.exe has no such word.
@%*
