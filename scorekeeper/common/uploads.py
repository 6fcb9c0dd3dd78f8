"""A file is taken by few forms, in memory, and never written to the disk, not even to be thrown away. In the record of
an act it is a `SentFile`, whichever door it came by."""

from collections.abc import Callable
from io import BytesIO
from typing import Annotated, Any, TypeVar

from django import forms
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadedfile import InMemoryUploadedFile, UploadedFile
from django.core.files.uploadhandler import FileUploadHandler
from pydantic import ConfigDict, WithJsonSchema
from pydantic.dataclasses import dataclass

V = TypeVar("V", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True, config=ConfigDict(ser_json_bytes="base64", val_json_bytes="base64"))
class SentFile:
    """A file as it came. How large it may be its service says; no body is larger than a page may send."""

    name: str
    data: bytes

    @classmethod
    def of(cls, upload: UploadedFile) -> "SentFile":
        """What Django has kept in memory."""
        return cls(upload.name or "", upload.read())


FilePart = Annotated[SentFile, WithJsonSchema({"type": "string", "format": "binary"})]
"""Of a record that is sent as a form: the file."""


class SentFileField(forms.FileField):
    """The field of a page for a `FilePart`."""

    def clean(self, data: Any, initial: Any = None) -> SentFile | None:
        """The file, None where there is none."""
        upload = super().clean(data, initial)
        return SentFile.of(upload) if upload else None


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
