"""A file is taken by few forms, in memory, and never written to the disk, not even to be thrown away."""

from collections.abc import Callable
from io import BytesIO
from typing import Any, TypeVar

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadedfile import InMemoryUploadedFile
from django.core.files.uploadhandler import FileUploadHandler

V = TypeVar("V", bound=Callable[..., Any])


def takes_file(view: V) -> V:
    """Let the form of this view send a file. How large it may be is what a body may be."""
    view.takes_file = True  # type: ignore[attr-defined]
    return view


class OnlyWhereAsked(FileUploadHandler):
    """Keeps a file in memory for a view that takes one, and refuses it as soon as it begins for any other."""

    def new_file(self, *args: Any, **options: Any) -> None:
        found = getattr(self.request, "resolver_match", None)
        if not getattr(found and found.func, "takes_file", False):
            raise RequestDataTooBig("This form takes no file.")
        super().new_file(*args, **options)
        self.kept = BytesIO()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        self.kept.write(raw_data)

    def file_complete(self, file_size: int) -> InMemoryUploadedFile:
        self.kept.seek(0)
        return InMemoryUploadedFile(
            file=self.kept,
            field_name=self.field_name,
            name=self.file_name,
            content_type=self.content_type,
            size=file_size,
            charset=self.charset,
            content_type_extra=self.content_type_extra,
        )
